import { Button, Callout, InputGroup, NonIdealState, Spinner } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { useState } from 'react'
import type { ResourceInfo } from 'stoa/api-types'
import { can, failureLines, PageHeader, useResource, useSession } from 'stoa/admin'
import { Details } from './details.tsx'
import { FileGrid } from './file-grid.tsx'
import { Folders } from './folders.tsx'
import './media.css'
import { useMessages } from './messages.ts'
import { UploadButton } from './upload-button.tsx'
import { useMedia } from './use-media.ts'
import { useUpload } from './use-upload.ts'

/** Media library: all uploads, by folder. */
export default function Media() {
  const resource = useResource('file')
  return resource ? <MediaScreen resource={resource} /> : null
}

function MediaScreen({ resource }: { resource: ResourceInfo }) {
  const say = useMessages()
  const folderResource = useResource('folder')
  const mayUpload = useSession().me.role.permission_list.includes('create upload')
  const { files, hasMore, showMore, folders, error, folder, q, chosen, show, refresh } = useMedia(folderResource !== undefined)
  const uploads = useUpload(folder, refresh)
  const [over, setOver] = useState(false)
  return (
    <>
      <PageHeader title={resource.plural} actions={mayUpload && <UploadButton {...uploads} />} />
      {error && (
        <Callout intent="danger" icon={false}>
          {failureLines(error).join(' ')}
        </Callout>
      )}
      <div className="media">
        {folderResource && (
          <Folders
            folders={folders}
            current={folder}
            open={(id) => show({ folder: id ? String(id) : '', q: '' })}
            changed={refresh}
            may={{ create: can(folderResource, 'create'), update: can(folderResource, 'update'), destroy: can(folderResource, 'destroy') }}
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
            if (mayUpload) void uploads.upload(event.dataTransfer.files)
          }}
        >
          <InputGroup
            key={q}
            type="search"
            className="short-input"
            leftIcon={<Search aria-hidden />}
            placeholder={say('search')}
            aria-label={say('search')}
            defaultValue={q}
            onKeyDown={(event) => {
              if (event.key === 'Enter') show({ q: event.currentTarget.value.trim() })
            }}
            onBlur={(event) => {
              const next = event.currentTarget.value.trim()
              if (next !== q) show({ q: next })
            }}
          />
          {!files && !error && <Spinner aria-label={say('loading')} />}
          {files?.length === 0 && <NonIdealState title={say('empty')} description={say('emptyHint')} />}
          <FileGrid files={files ?? []} chosen={chosen?.id} onChoose={({ id }) => show({ file: String(id) })} />
          {hasMore && <Button onClick={showMore}>{say('more')}</Button>}
        </div>
        {chosen && (
          <Details
            key={`${chosen.id} ${chosen.name} ${chosen.folder_id}`}
            file={chosen}
            folders={folders}
            may={{ update: can(resource, 'update'), destroy: can(resource, 'destroy') }}
            changed={refresh}
            close={() => show({})}
          />
        )}
      </div>
    </>
  )
}
