import { rules } from "./rules.mjs";

export default { meta: { name: "shop" }, rules };
