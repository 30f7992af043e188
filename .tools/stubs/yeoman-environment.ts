// The index loads the command line and the full environment; the base is all that is used, and no export names it.
export { default as EnvironmentBase } from "../../node_modules/yeoman-environment/dist/environment-base.js";
