export const name = "web";
