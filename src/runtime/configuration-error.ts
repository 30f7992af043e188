/** A file of ours that stands there and cannot be used; `about` is its repository-relative path. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
  readonly about: string;

  constructor(about: string, message: string) {
    super(message);
    this.about = about;
  }
}
