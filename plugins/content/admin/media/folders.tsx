import { Button, InputGroup } from '@blueprintjs/core'
import { Add, FolderClose } from '@blueprintjs/icons'
import { useState } from 'react'
import { BlockableButton, ConfirmDialog, createRow, deleteRow, notifyFailure, t, updateRow } from 'stoa/admin'
import { useMessages } from './messages.ts'
import type { Folder } from './types.ts'

interface Props {
  folders: Folder[]
  current: number | undefined
  open: (id: number | undefined) => void
  changed: () => void
  may: { create: boolean; update: boolean; destroy: boolean }
}

/** Folder sidebar, with create, rename and delete. */
export function Folders({ folders, current, open, changed, may }: Props) {
  const say = useMessages()
  const [naming, setNaming] = useState<'new' | 'rename'>()
  const [name, setName] = useState('')
  const [removing, setRemoving] = useState(false)
  const here = folders.find((folder) => folder.id === current)
  const act = async (work: () => Promise<unknown>, failed: string) => {
    try {
      await work()
      setNaming(undefined)
      changed()
    } catch (error) {
      notifyFailure(failed, error)
    }
  }
  const store = () =>
    naming === 'rename' && here
      ? act(() => updateRow('folder', here.id, { name }), t('failure.submit'))
      : act(() => createRow('folder', { name, ...(current ? { parent_id: current } : {}) }), t('failure.create'))
  return (
    <nav className="media-folders" aria-label={say('folders')}>
      <ul>
        <li>
          <button
            type="button"
            className="menu-link"
            aria-current={current === undefined ? 'page' : undefined}
            onClick={() => open(undefined)}
          >
            {say('all')}
          </button>
        </li>
        {folders.map((folder) => (
          <li key={folder.id} style={{ paddingLeft: folder.depth * 16 }}>
            <button
              type="button"
              className="menu-link"
              aria-current={current === folder.id ? 'page' : undefined}
              onClick={() => open(folder.id)}
            >
              <FolderClose size={14} aria-hidden /> {folder.name}
            </button>
          </li>
        ))}
      </ul>
      {naming ? (
        <form
          className="media-name"
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim()) void store()
          }}
        >
          <InputGroup autoFocus aria-label={say('folderName')} placeholder={say('folderName')} value={name} onValueChange={setName} />
          <BlockableButton type="submit" size="small" intent="primary" blockedBy={name.trim() ? undefined : t('blocked.name')}>
            {naming === 'new' ? say('create') : say('save')}
          </BlockableButton>
          <Button size="small" variant="minimal" onClick={() => setNaming(undefined)}>
            {t('common.cancel')}
          </Button>
        </form>
      ) : (
        <div className="media-folder-tools">
          {may.create && (
            <Button
              size="small"
              variant="minimal"
              icon={<Add aria-hidden />}
              onClick={() => {
                setName('')
                setNaming('new')
              }}
            >
              {say('newFolder')}
            </Button>
          )}
          {here && may.update && (
            <Button
              size="small"
              variant="minimal"
              onClick={() => {
                setName(here.name)
                setNaming('rename')
              }}
            >
              {say('rename')}
            </Button>
          )}
          {here && may.destroy && (
            <Button size="small" variant="minimal" intent="danger" onClick={() => setRemoving(true)}>
              {say('removeFolder')}
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        open={removing && here !== undefined}
        intent="danger"
        title={say('removeFolder')}
        confirm={say('remove')}
        onConfirm={async () => {
          setRemoving(false)
          if (!here) return
          await act(() => deleteRow('folder', here.id), t('failure.delete'))
          open(undefined)
        }}
        onCancel={() => setRemoving(false)}
      >
        <p>{say('removeFolderText', { name: here?.name ?? '' })}</p>
      </ConfirmDialog>
    </nav>
  )
}
