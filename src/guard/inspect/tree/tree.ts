/**
 * What JavaScript, TypeScript and Python are both read into before a test is looked at: as much of a program as says
 * which tests there are, what they assert and whether that is reached. Types, comments and layout are gone.
 */

interface Placed {
  /** Offset in the text, UTF-16 code units. */
  readonly at: number;
}

interface LiteralTerm extends Placed {
  readonly kind: "literal";
  readonly value: string | number | boolean | null | undefined;
}
interface RegexTerm extends Placed {
  readonly kind: "regex";
  readonly text: string;
}
interface NameTerm extends Placed {
  readonly kind: "name";
  readonly name: string;
}
interface MemberTerm extends Placed {
  readonly kind: "member";
  readonly object: Term;
  /** The name after the dot; of `a[b]`, `index` instead. */
  readonly name?: string;
  readonly index?: Term;
}
export interface CallTerm extends Placed {
  readonly kind: "call";
  readonly callee: Term;
  readonly args: readonly Term[];
  /** Python's keyword arguments. */
  readonly named: readonly (readonly [string, Term])[];
  readonly isNew: boolean;
}
export interface FunctionTerm extends Placed {
  readonly kind: "function";
  readonly params: readonly Pattern[];
  readonly body: readonly Step[];
}
interface ListTerm extends Placed {
  readonly kind: "list";
  readonly items: readonly Term[];
}
export interface RecordTerm extends Placed {
  readonly kind: "record";
  /** A spread has no key. */
  readonly entries: readonly (readonly [Term | undefined, Term])[];
}
interface BinaryTerm extends Placed {
  readonly kind: "binary";
  readonly operator: string;
  readonly left: Term;
  readonly right: Term;
}
interface UnaryTerm extends Placed {
  readonly kind: "unary";
  readonly operator: string;
  readonly value: Term;
}
interface AwaitTerm extends Placed {
  readonly kind: "await";
  readonly value: Term;
}
interface ChoiceTerm extends Placed {
  readonly kind: "choice";
  readonly test: Term;
  readonly whenTrue: Term;
  readonly otherwise: Term;
}
interface TemplateTerm extends Placed {
  readonly kind: "template";
  readonly parts: readonly (string | Term)[];
}
interface SpreadTerm extends Placed {
  readonly kind: "spread";
  readonly value: Term;
}
interface AssignTerm extends Placed {
  readonly kind: "assign";
  readonly target: Term;
  readonly value: Term;
}
/** What nothing needs to look into; its text without layout stands for it. */
interface OtherTerm extends Placed {
  readonly kind: "other";
  readonly text: string;
}

export type Term =
  | LiteralTerm
  | RegexTerm
  | NameTerm
  | MemberTerm
  | CallTerm
  | FunctionTerm
  | ListTerm
  | RecordTerm
  | BinaryTerm
  | UnaryTerm
  | AwaitTerm
  | ChoiceTerm
  | TemplateTerm
  | SpreadTerm
  | AssignTerm
  | OtherTerm;

/** What a value is bound to. */
export type Pattern =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "rest"; readonly name: string }
  | { readonly kind: "record"; readonly entries: readonly (readonly [string, Pattern])[] }
  | { readonly kind: "list"; readonly items: readonly (Pattern | undefined)[] }
  | { readonly kind: "other" };

interface ExpressionStep extends Placed {
  readonly kind: "expression";
  readonly value: Term;
}
/** Python's own `assert`. */
interface AssertStep extends Placed {
  readonly kind: "assert";
  readonly test: Term;
}
interface BindStep extends Placed {
  readonly kind: "bind";
  readonly pattern: Pattern;
  readonly value?: Term;
  /** False of an assignment to what is declared elsewhere. */
  readonly isDeclaration: boolean;
}
interface LeaveStep extends Placed {
  readonly kind: "return" | "throw" | "jump";
  readonly value?: Term;
}
export interface BranchStep extends Placed {
  readonly kind: "branch";
  readonly test: Term;
  readonly whenTrue: readonly Step[];
  readonly otherwise: readonly Step[];
}
/** What takes an error; of Python, with what it takes, as written. */
export interface Handler {
  readonly takes?: string;
  readonly body: readonly Step[];
}
export interface TryStep extends Placed {
  readonly kind: "try";
  readonly body: readonly Step[];
  readonly handlers: readonly Handler[];
  readonly final: readonly Step[];
}
export interface LoopStep extends Placed {
  readonly kind: "loop";
  /** What is gone through, and what each is bound to; absent of a loop with a condition. */
  readonly over?: Term;
  readonly each?: Pattern;
  readonly body: readonly Step[];
}
interface BlockStep extends Placed {
  readonly kind: "block";
  readonly body: readonly Step[];
}
/** Python's `with`. */
interface WithStep extends Placed {
  readonly kind: "with";
  readonly items: readonly Term[];
  readonly body: readonly Step[];
}
export interface FunctionStep extends Placed {
  readonly kind: "function";
  readonly name: string;
  readonly value: FunctionTerm;
  readonly decorators: readonly Term[];
}
export interface ClassStep extends Placed {
  readonly kind: "class";
  readonly name: string;
  readonly decorators: readonly Term[];
  readonly bases: readonly Term[];
  readonly body: readonly Step[];
}
export interface ImportStep extends Placed {
  readonly kind: "import";
  readonly from: string;
  /** The name there (`*` for all of it) and the name here. */
  readonly names: readonly (readonly [string, string])[];
}

export type Step =
  | ExpressionStep
  | AssertStep
  | BindStep
  | LeaveStep
  | BranchStep
  | TryStep
  | LoopStep
  | BlockStep
  | WithStep
  | FunctionStep
  | ClassStep
  | ImportStep;

/** A comment, with its text as it stands. */
export interface Comment extends Placed {
  readonly text: string;
}

/** A program that could be read. */
export interface Program {
  readonly language: "script" | "python";
  readonly text: string;
  readonly body: readonly Step[];
  readonly comments: readonly Comment[];
}

/** A program, or why and where it cannot be read. */
export type Reading =
  | { readonly ok: true; readonly program: Program }
  | { readonly ok: false; readonly problem: string; readonly at: number };
