/** The folder of a path; `.` for one without. */
export function toFolder(path: string): string {
  const end = path.lastIndexOf("/");
  if (end === -1) return ".";
  return end === 0 ? "/" : path.slice(0, end);
}

/** A path as seen from a folder, `.` and `..` taken out; an absolute one as it is. */
export function joinPath(folder: string, path: string): string {
  const isAbsolute = /^(?:\/|[A-Za-z]:)/.test(path);
  const joined = isAbsolute || folder === "." ? path : `${folder}/${path}`;
  const parts: string[] = [];
  for (const part of joined.split("/")) {
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== "." && (part !== "" || parts.length === 0)) parts.push(part);
  }
  return parts.join("/") || ".";
}

/** The way from a folder to a path, both normal and both absolute or both not; `.` for the folder itself. */
export function toRelative(folder: string, path: string): string {
  const from = folder === "." ? [] : folder.split("/");
  const to = path === "." ? [] : path.split("/");
  let shared = 0;
  while (shared < from.length && shared < to.length && from[shared] === to[shared]) shared += 1;
  return [...from.slice(shared).map(() => ".."), ...to.slice(shared)].join("/") || ".";
}
