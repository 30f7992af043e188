var count = 1;
var price = 2;

export const total = count * price;
