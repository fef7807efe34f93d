import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Page } from 'stoa/api-types'
import { api, go } from 'stoa/admin'
import type { Folder, MediaFile } from './types.ts'

const STEP = 48

/** URL parameters of the media library. */
interface MediaAddress {
  folder?: string
  q?: string
  file?: string
}

/** Files and folders for the URL parameters. */
export function useMedia(withFolders: boolean) {
  const client = useQueryClient()
  const search = useSearch({ strict: false }) as MediaAddress
  const folder = Number(search.folder) || undefined
  const [limit, setLimit] = useState(STEP)
  const folders = useQuery({
    queryKey: ['list', 'folder', 'flat'],
    queryFn: async () => (await api<{ data: Folder[] }>('folder/flat')).data,
    enabled: withFolders,
  })
  const files = useQuery({
    queryKey: ['list', 'file', 'media', folder, search.q, limit],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const query = { sort: '-id', q: search.q, folder_id: folder }
      const pages = await Promise.all(
        Array.from({ length: limit / STEP }, (_, i) => api<Page<MediaFile>>('file', { query: { ...query, limit: STEP, page: i + 1 } })),
      )
      return { data: pages.flatMap((page) => page.data), total: pages[0]?.total ?? 0 }
    },
  })
  return {
    files: files.data?.data,
    hasMore: files.data !== undefined && files.data.total > files.data.data.length,
    showMore: () => setLimit(limit + STEP),
    folders: folders.data ?? [],
    error: files.error ?? folders.error,
    folder,
    q: search.q ?? '',
    chosen: files.data?.data.find((file) => String(file.id) === search.file),
    /** Opens another folder, search or file. Parameters that are not given stay, except the file. */
    show: (next: MediaAddress) => {
      const query = new URLSearchParams(
        Object.entries({ folder: search.folder ?? '', q: search.q ?? '', file: '', ...next }).filter(([, v]) => v),
      )
      go(`/admin/media${query.size ? `?${query}` : ''}`)
    },
    refresh: () => {
      void client.invalidateQueries({ queryKey: ['list', 'file'] })
      void client.invalidateQueries({ queryKey: ['list', 'folder'] })
    },
  }
}
