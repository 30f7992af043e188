import core from "ultracite/oxlint/core";

export default { extends: [core] };
