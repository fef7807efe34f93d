/** URL of a stored file. */
export const fileUrl = (path: string): string => (/^(https?:)?\/\//.test(path) ? path : `/files/${path.replace(/^\/+/, '')}`)

/** URL of a thumbnail of a stored image; a list of a hundred must not load full images. */
export const smallUrl = (path: string): string => (/^(https?:)?\/\//.test(path) ? path : `${fileUrl(path)}?w=160`)

/** File name: the last segment of a path. */
export const fileName = (path: string): string => decodeURIComponent(path.split('/').pop() ?? path)
