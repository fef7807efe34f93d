/** Address a stored file is shown from. */
export const fileUrl = (path: string): string => (/^(https?:)?\/\//.test(path) ? path : `/files/${path.replace(/^\/+/, '')}`)

/** Address of a stored picture for a place of a few lines' height; a list of a hundred must not fetch them whole. */
export const smallUrl = (path: string): string => (/^(https?:)?\/\//.test(path) ? path : `${fileUrl(path)}?w=160`)

/** Last part of a path: what people know a file by. */
export const fileName = (path: string): string => decodeURIComponent(path.split('/').pop() ?? path)
