// Constants that the build inserts into worker.js.

/** Paths of all immutable files, except those of the map. */
declare const ASSETS: string[];
/** Paths of the immutable files of the map. */
declare const LATER: string[];
/** A hash of the whole page. */
declare const VERSION: string;
