/**
 * Version of the plugin API: the names and the behaviour of the public exports. A package declares the version it needs in
 * package.json, `"stoa": { "contract": 1 }`. Every change that breaks a plugin increases it.
 */
export const CONTRACT = 1
