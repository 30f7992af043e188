var open = false;

export const isOpen = () => open == true;
