const THEMES = ["system", "light", "dark"] as const;

/** The button that goes through the themes; `system` is what the browser says. */
export function listenToTheme(): void {
  const button = document.querySelector<HTMLElement>("#theme");
  if (button === null) return;
  let at = 0;
  button.hidden = false;
  button.addEventListener("click", () => {
    at = (at + 1) % THEMES.length;
    const theme = THEMES[at] ?? "system";
    button.textContent = `Theme: ${theme}`;
    document.documentElement.dataset["theme"] = theme;
  });
}
