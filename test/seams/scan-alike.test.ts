import { createHash } from "node:crypto";

import { expect, it } from "vitest";

import { PLANTED_SECRETS } from "../helpers/planted-secrets.ts";
import { ScanRepository } from "../helpers/scan-repository.ts";

// Two secrets on lines that look the same once they are hidden: code scanning has to have an alert for each.

const NPM = PLANTED_SECRETS["secret/npm-token"] as string;
const OTHER = `${NPM.slice(0, -3)}Zz9`;
const BASIC = (password: string): string => `url = "https://someone:${password}@example.org/"\n`;

interface Result {
  readonly ruleId: string;
  readonly locations: readonly { readonly physicalLocation: { readonly region: { readonly startLine: number } } }[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
}

async function readFingerprints(repository: ScanRepository): Promise<ReadonlyMap<number, string>> {
  const { stdout } = await repository.scan(["secrets", "--format", "sarif"]);
  expect(OTHER).not.toBe(NPM);
  for (const secret of [NPM, OTHER]) expect(stdout).not.toContain(secret);
  const results = JSON.parse(stdout).runs[0].results as readonly Result[];
  const pairs = results.map(({ locations: [place], partialFingerprints: known }) => {
    expect(Object.keys(known)).toHaveLength(2);
    return [place?.physicalLocation.region.startLine ?? 0, Object.values(known).join(" ")] as const;
  });
  return new Map(pairs);
}

it("two different secrets on look-alike lines of a file have two fingerprints, in their order, wherever they move", async () => {
  const lines = `token = "${NPM}"\ntoken = "${OTHER}"\n`;
  await using repository = await ScanRepository.create({ "k.env": lines });
  const before = await readFingerprints(repository);
  expect([...before.keys()]).toEqual([1, 2]);
  expect(new Set(before.values()).size).toBe(2);
  repository.write({ "k.env": `\n# moved\n${lines}` });
  const after = await readFingerprints(repository);
  expect([after.get(3), after.get(4)]).toEqual([before.get(1), before.get(2)]);
});

it("one of another length in the place of one is another finding; of the same length it is the same, which the docs say", async () => {
  await using repository = await ScanRepository.create({ "k.env": BASIC("aB3dE5gH7jK9mN") });
  const [first] = (await readFingerprints(repository)).values();
  expect(first).toBeDefined();
  repository.write({ "k.env": BASIC("aB3dE5gH7jK9mNpQ") });
  const [longer] = (await readFingerprints(repository)).values();
  repository.write({ "k.env": BASIC("zZ3dE5gH7jK9mN") });
  const [other] = (await readFingerprints(repository)).values();
  expect(longer).not.toBe(first);
  expect(other).toBe(first);
});

it("no fingerprint is a hash that a guess of the secret could be held against", async () => {
  await using repository = await ScanRepository.create({ "k.env": `token = "${NPM}"\n` });
  const [known = ""] = (await readFingerprints(repository)).values();
  // The secret's own text is in none: another of its shape has the same.
  repository.write({ "k.env": `token = "${OTHER}"\n` });
  expect([...(await readFingerprints(repository)).values()]).toEqual([known]);
  for (const guess of [NPM, `token = "${NPM}"`, `secret/npm-token\0k.env\0token = "${NPM}"`]) {
    expect(known).not.toContain(createHash("sha256").update(guess).digest("hex").slice(0, 16));
  }
});
