/**
 * Version of what plugins are made against: the names of the public entries and what they do. A package says in its package.json which
 * one it is made for, `"stoa": { "contract": 1 }`. It grows when a plugin that was right stops being so.
 */
export const CONTRACT = 1
