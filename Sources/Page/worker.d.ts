// What the build puts into worker.js.

/** Paths of all files that never change, but those of the map. */
declare const ASSETS: string[];
/** Those of the map. */
declare const LATER: string[];
/** A hash of the whole page. */
declare const VERSION: string;
