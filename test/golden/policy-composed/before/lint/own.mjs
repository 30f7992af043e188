export default { meta: { name: "own" }, rules: {} };
