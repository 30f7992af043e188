import core from "ultracite/oxlint/core";

import compose from "./.hi/lint/policy.mjs";

export default compose({}, core);
