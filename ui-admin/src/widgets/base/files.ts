/** Address a stored file is shown from. */
export const fileUrl = (path: string): string => (/^(https?:)?\/\//.test(path) ? path : `/files/${path.replace(/^\/+/, '')}`)

/** Last part of a path: what people know a file by. */
export const fileName = (path: string): string => decodeURIComponent(path.split('/').pop() ?? path)
