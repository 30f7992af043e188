// Made from receipts/*.schema.json by .tools/validators.ts; do not edit.

/** One rule that a document broke. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Where a name is at fault rather than a value. */
  readonly propertyName?: string;
}

/** Says whether a value is the document; what it broke is left on the function. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

export declare const validatePlan: Validator;
