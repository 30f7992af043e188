/** What the quantum checks look for in a file, by its name. */
export type PqcKind = "javascript" | "typescript" | "tsx" | "manifest" | "dockerfile" | "tls-config" | "key-material";

const BY_NAME: readonly (readonly [PqcKind, RegExp])[] = [
  ["manifest", /^(?:package|package-lock|npm-shrinkwrap)\.json$|^pnpm-lock\.yaml$|^yarn\.lock$/],
  ["dockerfile", /^(?:Dockerfile|Containerfile)(?:\..+)?$|\.(?:dockerfile|containerfile)$/i],
  ["javascript", /\.(?:js|jsx|mjs|cjs)$/i],
  ["typescript", /\.(?:ts|mts|cts)$/i],
  ["tsx", /\.tsx$/i],
  ["key-material", /\.(?:pem|crt|cer|der|key|pub)$/i],
  ["tls-config", /\.(?:conf|cfg|nginx|vhost|htaccess)$/i],
];

/** Undefined where the file is none of theirs. The path is POSIX or Windows. */
export function toPqcKind(path: string): PqcKind | undefined {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  return BY_NAME.find(([, shape]) => shape.test(name))?.[0];
}
