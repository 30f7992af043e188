/** Every library's name for a matcher, and the one that stands for it here. */
const SAME: Readonly<Record<string, string>> = {
  eq: "toBe",
  equal: "toBe",
  equals: "toBe",
  is: "toBe",
  strictEqual: "toBe",
  strictEquals: "toBe",
  same: "toEqual",
  eql: "toEqual",
  eqls: "toEqual",
  deepEqual: "toEqual",
  deepEquals: "toEqual",
  propEqual: "toEqual",
  strictSame: "toStrictEqual",
  deepStrictEqual: "toStrictEqual",
  be: "toBe",
  a: "toBeTypeOf",
  an: "toBeTypeOf",
  typeOf: "toBeTypeOf",
  instanceOf: "toBeInstanceOf",
  instanceof: "toBeInstanceOf",
  isInstance: "toBeInstanceOf",
  include: "toContain",
  includes: "toContain",
  contain: "toContain",
  contains: "toContain",
  toInclude: "toContain",
  toContainEqual: "toContain",
  throw: "toThrow",
  throws: "toThrow",
  Throw: "toThrow",
  throwsAsync: "toThrow",
  toThrowError: "toThrow",
  rejects: "toThrow",
  rejectedWith: "toThrow",
  rejected: "toThrow",
  raises: "toThrow",
  lengthOf: "toHaveLength",
  length: "toHaveLength",
  match: "toMatch",
  matches: "toMatch",
  regex: "toMatch",
  property: "toHaveProperty",
  above: "toBeGreaterThan",
  gt: "toBeGreaterThan",
  greaterThan: "toBeGreaterThan",
  isAbove: "toBeGreaterThan",
  least: "toBeGreaterThanOrEqual",
  gte: "toBeGreaterThanOrEqual",
  isAtLeast: "toBeGreaterThanOrEqual",
  below: "toBeLessThan",
  lt: "toBeLessThan",
  lessThan: "toBeLessThan",
  isBelow: "toBeLessThan",
  most: "toBeLessThanOrEqual",
  lte: "toBeLessThanOrEqual",
  isAtMost: "toBeLessThanOrEqual",
  closeTo: "toBeCloseTo",
  approximately: "toBeCloseTo",
  ok: "toBeTruthy",
  isOk: "toBeTruthy",
  truthy: "toBeTruthy",
  assert: "toBeTruthy",
  falsy: "toBeFalsy",
  notOk: "toBeFalsy",
  isNotOk: "toBeFalsy",
  exist: "toBeDefined",
  exists: "toBeDefined",
  toExist: "toBeDefined",
  like: "toMatchObject",
  calledWith: "toHaveBeenCalledWith",
  toBeCalledWith: "toHaveBeenCalledWith",
  called: "toHaveBeenCalled",
  toBeCalled: "toHaveBeenCalled",
  calledOnce: "toHaveBeenCalledOnce",
  toBeCalledTimes: "toHaveBeenCalledTimes",
  callCount: "toHaveBeenCalledTimes",
  calledOnceWith: "toHaveBeenCalledExactlyOnceWith",
  calledWithExactly: "toHaveBeenCalledWith",
  calledOnceWithExactly: "toHaveBeenCalledExactlyOnceWith",
  lastCalledWith: "toHaveBeenLastCalledWith",
  nthCalledWith: "toHaveBeenNthCalledWith",
  snapshot: "toMatchSnapshot",
  matchSnapshot: "toMatchSnapshot",
};

/** Names that say the opposite of another. */
const OPPOSITE: Readonly<Record<string, string>> = {
  notEqual: "toBe",
  notEquals: "toBe",
  not: "toBe",
  notStrictEqual: "toBe",
  isNot: "toBe",
  notSame: "toEqual",
  notDeepEqual: "toEqual",
  notDeepStrictEqual: "toStrictEqual",
  notPropEqual: "toEqual",
  doesNotMatch: "toMatch",
  notMatch: "toMatch",
  notRegex: "toMatch",
  doesNotThrow: "toThrow",
  notThrows: "toThrow",
  notThrowsAsync: "toThrow",
  doesNotReject: "toThrow",
  notInclude: "toContain",
  doesNotInclude: "toContain",
  notCalled: "toHaveBeenCalled",
  notExists: "toBeDefined",
};

/** Names that say which value it must be. */
const CONSTANTS: Readonly<Record<string, boolean | null | undefined | number>> = {
  toBeNull: null,
  null: null,
  isNull: null,
  toBeUndefined: undefined,
  undefined,
  isUndefined: undefined,
  toBeNaN: Number.NaN,
  NaN: Number.NaN,
  toBeTrue: true,
  true: true,
  isTrue: true,
  toBeFalse: false,
  false: false,
  isFalse: false,
};

const STRENGTHS: Readonly<Record<string, number>> = {
  toBe: 6,
  toStrictEqual: 6,
  toHaveBeenCalledExactlyOnceWith: 6,
  toEqual: 5,
  looseEqual: 5,
  toHaveBeenNthCalledWith: 5,
  toHaveBeenLastCalledWith: 5,
  toHaveBeenCalledWith: 4,
  toHaveBeenCalledTimes: 4,
  toMatchObject: 4,
  toMatch: 4,
  toBeCloseTo: 4,
  toMatchInlineSnapshot: 5,
  toThrowErrorMatchingInlineSnapshot: 5,
  toContain: 3,
  toBeInstanceOf: 3,
  toBeGreaterThan: 3,
  toBeGreaterThanOrEqual: 3,
  toBeLessThan: 3,
  toBeLessThanOrEqual: 3,
  toMatchSnapshot: 3,
  toMatchFileSnapshot: 3,
  toThrowErrorMatchingSnapshot: 3,
  toHaveBeenCalled: 2,
  toBeTypeOf: 2,
  call: 2,
  toBeTruthy: 1,
  toBeFalsy: 1,
  toBeDefined: 1,
  anything: 0,
};

/** What a name of some library stands for: its matcher, whether it says the opposite, and the value it names. */
export function toMatcher(name: string): {
  readonly matcher: string;
  readonly isNegated: boolean;
  readonly constant?: { readonly value: boolean | null | undefined | number };
} {
  if (Object.hasOwn(CONSTANTS, name)) {
    return { matcher: "toBe", isNegated: false, constant: { value: CONSTANTS[name] } };
  }
  const opposite = Object.hasOwn(OPPOSITE, name) ? OPPOSITE[name] : undefined;
  if (opposite !== undefined) return { matcher: opposite, isNegated: true };
  return { matcher: (Object.hasOwn(SAME, name) ? SAME[name] : undefined) ?? name, isNegated: false };
}

/** How much a matcher says, 0 to 6; one that is not known says more where something is expected. */
export function toStrength(matcher: string, isNegated: boolean, literals: readonly string[], args: number): number {
  if (isNegated) return isNothing(literals) && matcher === "toBe" ? 1 : 2;
  if (matcher === "toThrow") return args > 0 ? 4 : 3;
  if (matcher === "toHaveProperty") return args > 1 ? 4 : 3;
  const known = Object.hasOwn(STRENGTHS, matcher) ? STRENGTHS[matcher] : undefined;
  if (matcher === "toEqual" && literals.length === 1 && args === 1 && isPrimitive(literals[0])) return 6;
  return known ?? (args > 0 ? 4 : 3);
}

/** Whether the libraries themselves have a matcher of this name. */
export const isBuiltIn = (name: string): boolean => Object.hasOwn(STRENGTHS, name) || Object.hasOwn(SAME, name);

/** Names that a member must have to be an assertion where its object alone does not say that it is one. */
export function isKnownMatcher(name: string): boolean {
  return [SAME, OPPOSITE, CONSTANTS].some((table) => Object.hasOwn(table, name));
}

const isNothing = ([only, ...more]: readonly string[]): boolean =>
  more.length === 0 && (only === "null" || only === "undefined" || only === undefined);

const isPrimitive = (literal: string | undefined): boolean =>
  literal !== undefined && /^(?:"|-?\d|true$|false$|null$|undefined$)/.test(literal);
