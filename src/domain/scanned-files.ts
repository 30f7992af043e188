/** What the scanner looks for in a file, by its name. */
export type ScannedKind =
  | "javascript"
  | "typescript"
  | "tsx"
  | "manifest"
  | "dockerfile"
  | "tls-config"
  | "key-material";

const BY_NAME: readonly (readonly [ScannedKind, RegExp])[] = [
  ["manifest", /^(?:package|package-lock|npm-shrinkwrap)\.json$|^pnpm-lock\.yaml$|^yarn\.lock$/],
  ["dockerfile", /^(?:Dockerfile|Containerfile)(?:\..+)?$|\.(?:dockerfile|containerfile)$/i],
  ["javascript", /\.(?:js|jsx|mjs|cjs)$/i],
  ["typescript", /\.(?:ts|mts|cts)$/i],
  ["tsx", /\.tsx$/i],
  ["key-material", /\.(?:pem|crt|cer|der|key|pub)$/i],
  ["tls-config", /\.(?:conf|cfg|nginx|vhost|htaccess)$/i],
];

/** Undefined where no rule reads the file. The path is POSIX or Windows. */
export function toScannedKind(path: string): ScannedKind | undefined {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  return BY_NAME.find(([, shape]) => shape.test(name))?.[0];
}
