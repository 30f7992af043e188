export const name = "api";
