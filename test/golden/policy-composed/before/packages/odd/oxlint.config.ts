const config = { rules: { "no-alert": "error" } };

export { config as default };
