// What the build puts into worker.js.

/** Paths of all files that never change. */
declare const ASSETS: string[];
/** A hash of the whole page. */
declare const VERSION: string;
