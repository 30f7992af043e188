/**
 * What stands in the bundle for a part of Yeoman that our generators never reach: spawning, prompting, git, installing,
 * looking up other generators. It is loud when it is reached all the same, so that nothing is left out silently.
 */
export function absent(part: string): never {
  throw new Error(`${part} is not part of this bundle: a generator plans in memory and does nothing else`);
}

/** A class whose construction is harmless and whose use is loud. */
export function toAbsentClass(part: string): new () => object {
  function toLoudObject(): object {
    return new Proxy(
      {},
      {
        get: (target, property) => {
          if (typeof property === "symbol" || property === "then") return Reflect.get(target, property);
          return absent(`${part}.${property}`);
        },
      }
    );
  }
  return toLoudObject as unknown as new () => object;
}

/** A function that is loud when called. */
export function toAbsentFunction(part: string): () => never {
  return () => absent(part);
}
