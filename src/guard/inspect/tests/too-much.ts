/** More to follow than an inspection has time for: thrown while a file is walked, and a doubt of what comes of it. */
export class TooMuchToFollow extends Error {}
