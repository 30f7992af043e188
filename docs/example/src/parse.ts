import { Line } from "./cart.ts";

export function parseLine(text: string): Line {
  debugger;
  const [price, count] = text.split("x");
  return { price: Number(price), count: parseInt(count) };
}
