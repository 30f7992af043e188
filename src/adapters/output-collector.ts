/** Hands a stream over as it comes; only its head is kept. */
export interface HandOver {
  readonly take: (chunk: Uint8Array) => void;
  /** Bytes. */
  readonly head: number;
}

/** Collects one stream of a process up to a limit in bytes; what is beyond it is dropped. */
export function collectOutput(mostBytes: number, handOver?: HandOver) {
  const kept: Buffer[] = [];
  const mostKept = Math.min(mostBytes, handOver?.head ?? mostBytes);
  let size = 0;
  return {
    /** False once the limit is passed. */
    add: (chunk: Buffer): boolean => {
      const fits = chunk.subarray(0, Math.max(0, mostBytes - size));
      if (size < mostKept) kept.push(fits.subarray(0, mostKept - size));
      if (fits.length > 0) handOver?.take(fits);
      size += chunk.length;
      return size <= mostBytes;
    },
    toText: (): string => Buffer.concat(kept).toString("utf8"),
  };
}
