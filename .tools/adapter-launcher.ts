/**
 * `dist/hi-adapter.mjs`: the scanner adapter under a name of its own, as hosts look for it; the same as `hi adapter`.
 * Like the launcher it must be understood by an older Node, which then hears what is needed.
 */
process.argv.splice(2, 0, "adapter");

const program = "./hi.mjs";
await import(program);
