export interface Line {
  price: number;
  count: number;
}

export function total(lines: Line[]) {
  var sum = 0;
  for (let i = 0; i < lines.length; i++) {
    let line = lines[i];
    sum = sum + line.price * line.count;
  }
  return sum;
}

export function isFree(lines: Line[]) {
  return total(lines) == 0;
}
