export const name = "legacy";
