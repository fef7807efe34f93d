import { Button, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { useState } from 'react'
import {
  BlockableButton,
  ConfirmDialog,
  deleteRow,
  fileUrl,
  Moment,
  notifyFailure,
  notifySuccess,
  sizeText,
  t,
  updateRow,
  useT,
} from 'stoa/admin'
import { useMessages } from './messages.ts'
import type { Folder, MediaFile } from './types.ts'

interface Props {
  file: MediaFile
  folders: Folder[]
  may: { update: boolean; destroy: boolean }
  changed: () => void
  close: () => void
}

/** One file: name, folder, dimensions, and a delete button when nothing uses it. */
export function Details({ file, folders, may, changed, close }: Props) {
  const say = useMessages()
  const { language } = useT()
  const [name, setName] = useState(file.name)
  const [folder, setFolder] = useState(file.folder_id)
  const [removing, setRemoving] = useState(false)
  const isChanged = name.trim() !== file.name || folder !== file.folder_id
  const store = async () => {
    try {
      await updateRow('file', file.id, { name: name.trim(), folder_id: folder })
      notifySuccess(t('success.submit'))
      changed()
    } catch (error) {
      notifyFailure(t('failure.submit'), error)
    }
  }
  const remove = async () => {
    setRemoving(false)
    try {
      await deleteRow('file', file.id)
      notifySuccess(t('success.delete'), [file.name])
      close()
      changed()
    } catch (error) {
      notifyFailure(t('failure.delete'), error)
    }
  }
  const facts: [string, React.ReactNode][] = [
    [say('kind'), file.mime],
    [say('size'), sizeText(file.size, language)],
    ...(file.width && file.height ? [[say('measure'), `${file.width} × ${file.height}`] as [string, string]] : []),
    [say('added'), <Moment key="at" value={file.created_at} />],
  ]
  return (
    <section className="panel media-details" aria-labelledby="media-details">
      <header>
        <h2 id="media-details">{say('details', { name: file.name })}</h2>
        <Button size="small" variant="minimal" icon={<Cross aria-hidden />} aria-label={say('close')} onClick={close} />
      </header>
      {file.mime.startsWith('image/') && <img src={`${fileUrl(file.path)}?w=640`} alt={file.name} />}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (may.update && name.trim()) void store()
        }}
      >
        <FormGroup label={say('name')} labelFor="media-name">
          <InputGroup id="media-name" value={name} readOnly={!may.update} maxLength={200} onValueChange={setName} />
        </FormGroup>
        <FormGroup label={say('folder')} labelFor="media-folder">
          <HTMLSelect
            id="media-folder"
            fill
            disabled={!may.update}
            value={folder ?? ''}
            onChange={(event) => setFolder(Number(event.target.value) || null)}
          >
            <option value="">{say('none')}</option>
            {folders.map((folder) => (
              <option key={folder.id} value={folder.id}>
                {`${'\u2003'.repeat(folder.depth)}${folder.name}`}
              </option>
            ))}
          </HTMLSelect>
        </FormGroup>
        {may.update && (
          <BlockableButton
            type="submit"
            intent="primary"
            blockedBy={!name.trim() ? t('blocked.name') : isChanged ? undefined : t('blocked.unchanged')}
          >
            {say('save')}
          </BlockableButton>
        )}
      </form>
      <dl className="data-pairs">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="media-actions">
        <a href={fileUrl(file.path)} target="_blank" rel="noreferrer">
          {say('open')}
        </a>
        <Button
          size="small"
          onClick={() => {
            void navigator.clipboard?.writeText(new URL(fileUrl(file.path), location.origin).href)
            notifySuccess(say('copied'))
          }}
        >
          {say('copy')}
        </Button>
        {may.destroy && (
          <Button size="small" variant="minimal" intent="danger" onClick={() => setRemoving(true)}>
            {say('remove')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={removing}
        intent="danger"
        title={say('remove')}
        confirm={say('remove')}
        onConfirm={remove}
        onCancel={() => setRemoving(false)}
      >
        <p>{say('removeText', { name: file.name })}</p>
      </ConfirmDialog>
    </section>
  )
}
