import { decodeText } from "../../../domain/text-encoding.ts";

const DATA =
  /\.(?:json|jsonc|json5|jsonl|ndjson|ya?ml|toml|csv|tsv|xml|html?|svg|md|mdx|txt|text|log|sql|graphql|gql|ini|env|properties|css|s[ac]ss|less|png|jpe?g|gif|webp|avif|ico|bmp|pdf|zip|gz|tgz|tar|wasm|bin|dat|db|sqlite|woff2?|ttf|otf|mp[34]|wav|pem|crt|key|golden|expected|snap|out|in|diff|patch|har|proto)$/i;
/** What tests read and nothing runs: fixtures, expected outputs, images. */
export const isTestData = (path: string): boolean => DATA.test(path);

/** Whether two versions of JSON say the same, whatever their layout and the order of their keys; of other data, no. */
export function isSameData(path: string, before: Uint8Array, after: Uint8Array): boolean {
  if (!path.endsWith(".json")) return false;
  const [was, now] = [before, after].map(toCanonical);
  return was !== undefined && was === now;
}

function toCanonical(bytes: Uint8Array): string | undefined {
  const decoded = decodeText(bytes);
  if (!decoded.ok) return undefined;
  try {
    return JSON.stringify(JSON.parse(decoded.text), (_key, value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? ["{}", ...Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))]
        : value
    );
  } catch {
    return undefined;
  }
}
