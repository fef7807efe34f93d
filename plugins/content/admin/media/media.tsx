import { Button, Callout, InputGroup, NonIdealState, Spinner } from '@blueprintjs/core'
import { Document, Search, Upload } from '@blueprintjs/icons'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Page } from '#core/wire'
import {
  api,
  can,
  failureLines,
  fileUrl,
  go,
  notifyFailure,
  notifySuccess,
  PageHeader,
  t,
  updateRow,
  useResource,
  useSession,
  useT,
  sizeText,
} from '../../../../ui-admin/src/kit/index.ts'
import { Details } from './details.tsx'
import { Folders } from './folders.tsx'
import './media.css'
import { useTexts } from './texts.ts'
import type { Folder, MediaFile } from './types.ts'

const STEP = 48

/** Everything that was uploaded, by folder. */
export default function Media() {
  const say = useTexts()
  const { language } = useT()
  const { me } = useSession()
  const client = useQueryClient()
  const resource = useResource('file')
  const folderResource = useResource('folder')
  const search = useSearch({ strict: false }) as { folder?: string; q?: string; file?: string }
  const folder = Number(search.folder) || undefined
  const [limit, setLimit] = useState(STEP)
  const [over, setOver] = useState(false)
  const [busy, setBusy] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const show = (next: { folder?: string; q?: string; file?: string }) => {
    const query = new URLSearchParams(
      Object.entries({ folder: search.folder ?? '', q: search.q ?? '', file: '', ...next }).filter(([, v]) => v),
    )
    go(`/admin/media${query.size ? `?${query}` : ''}`)
  }
  const folders = useQuery({
    queryKey: ['list', 'folder', 'flat'],
    queryFn: async () => (await api<{ data: Folder[] }>('folder/flat')).data,
    enabled: folderResource !== undefined,
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
  const chosen = files.data?.data.find((one) => String(one.id) === search.file)
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ['list', 'file'] })
    void client.invalidateQueries({ queryKey: ['list', 'folder'] })
  }
  const mayUpload = me.role.permission_list.includes('create upload')
  const upload = async (list: FileList | null) => {
    const sent = [...(list ?? [])]
    if (sent.length === 0) return
    setBusy(true)
    let done = 0
    // One by one, so that each refusal is told by the name of its file.
    for (const one of sent) {
      try {
        const body = new FormData()
        body.set('type', one.type.startsWith('image/') ? 'image' : 'file')
        body.set('file', one)
        const { id } = await api<{ id: number }>('upload', { method: 'POST', body })
        if (folder) await updateRow('file', id, { folder_id: folder })
        done += 1
      } catch (error) {
        notifyFailure(`${t('failure.upload')}: ${one.name}`, error)
      }
    }
    setBusy(false)
    if (done > 0) notifySuccess(t('success.upload'), [say('uploaded', { count: done })])
    refresh()
  }
  if (!resource) return null
  const error = files.error ?? folders.error
  return (
    <>
      <PageHeader
        title={resource.plural}
        actions={
          mayUpload && (
            <>
              <span className="quiet small media-drop">{say('drop')}</span>
              <Button intent="primary" icon={<Upload aria-hidden />} loading={busy} onClick={() => picker.current?.click()}>
                {say('upload')}
              </Button>
              <input
                ref={picker}
                type="file"
                multiple
                hidden
                aria-label={say('upload')}
                onChange={(event) => {
                  void upload(event.target.files).then(() => {
                    if (picker.current) picker.current.value = ''
                  })
                }}
              />
            </>
          )
        }
      />
      {error && (
        <Callout intent="danger" icon={false}>
          {failureLines(error).join(' ')}
        </Callout>
      )}
      <div className="media">
        {folderResource && (
          <Folders
            folders={folders.data ?? []}
            current={folder}
            open={(id) => show({ folder: id ? String(id) : '', q: '' })}
            changed={refresh}
            may={{
              create: can(folderResource, 'create'),
              update: can(folderResource, 'update'),
              destroy: can(folderResource, 'destroy'),
            }}
          />
        )}
        <div
          className={over ? 'media-files is-over' : 'media-files'}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(mayUpload)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            if (mayUpload) void upload(event.dataTransfer.files)
          }}
        >
          <InputGroup
            key={search.q ?? ''}
            type="search"
            className="short-input"
            leftIcon={<Search aria-hidden />}
            placeholder={say('search')}
            aria-label={say('search')}
            defaultValue={search.q ?? ''}
            onKeyDown={(event) => {
              if (event.key === 'Enter') show({ q: event.currentTarget.value.trim() })
            }}
            onBlur={(event) => {
              const q = event.currentTarget.value.trim()
              if (q !== (search.q ?? '')) show({ q })
            }}
          />
          {!files.data && !error && <Spinner aria-label={say('loading')} />}
          {files.data?.data.length === 0 && <NonIdealState title={say('empty')} description={say('emptyHint')} />}
          <ul className="media-grid" aria-label={say('files')}>
            {files.data?.data.map((file) => (
              <li key={file.id}>
                <button
                  type="button"
                  className={chosen?.id === file.id ? 'media-tile is-chosen' : 'media-tile'}
                  aria-pressed={chosen?.id === file.id}
                  onClick={() => show({ file: String(file.id) })}
                >
                  {file.mime.startsWith('image/') ? (
                    <img src={`${fileUrl(file.path)}?w=320`} alt="" loading="lazy" />
                  ) : (
                    <span className="media-sheet">
                      <Document size={32} aria-hidden />
                    </span>
                  )}
                  <span className="media-label">{file.name}</span>
                  <span className="quiet small">{sizeText(file.size, language)}</span>
                </button>
              </li>
            ))}
          </ul>
          {files.data && files.data.total > files.data.data.length && <Button onClick={() => setLimit(limit + STEP)}>{say('more')}</Button>}
        </div>
        {chosen && (
          <Details
            key={`${chosen.id} ${chosen.name} ${chosen.folder_id}`}
            file={chosen}
            folders={folders.data ?? []}
            may={{ update: can(resource, 'update'), destroy: can(resource, 'destroy') }}
            changed={refresh}
            close={() => show({})}
          />
        )}
      </div>
    </>
  )
}
