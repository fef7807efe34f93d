import { Button, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup, Radio, RadioGroup } from '@blueprintjs/core'
import { useState, type FormEvent } from 'react'
import { failureLines, fieldErrors } from '../api/failure.ts'
import { useT } from '../i18n/index.ts'

/** Asks for the name of a view, and whether it is shared. */
export function ViewDialog({
  title,
  start,
  mayShare,
  save,
  close,
}: {
  title: string
  start: { name: string; shared: boolean }
  mayShare: boolean
  save: (name: string, shared: boolean) => Promise<void>
  close: () => void
}) {
  const { t } = useT()
  const [name, setName] = useState(start.name)
  const [shared, setShared] = useState(start.shared)
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim()) return setError(t('rule.required'))
    setBusy(true)
    try {
      await save(name.trim(), shared)
      close()
    } catch (failure) {
      setError(fieldErrors(failure)['name']?.join(' ') ?? failureLines(failure).join(' '))
      setBusy(false)
    }
  }
  return (
    <Dialog isOpen onClose={close} title={title}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <FormGroup
            label={t('view.name')}
            labelFor="view-name"
            intent={error ? 'danger' : 'none'}
            helperText={<span role="alert">{error}</span>}
          >
            <InputGroup
              id="view-name"
              autoFocus
              maxLength={60}
              value={name}
              intent={error ? 'danger' : 'none'}
              aria-invalid={error ? true : undefined}
              onChange={(event) => setName(event.target.value)}
            />
          </FormGroup>
          {mayShare && (
            <RadioGroup
              label={t('view.scope')}
              selectedValue={shared ? 'all' : 'me'}
              onChange={(event) => setShared(event.currentTarget.value === 'all')}
            >
              <Radio value="me" label={t('view.onlyMe')} />
              <Radio value="all" label={t('view.everyone')} />
            </RadioGroup>
          )}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button onClick={close}>{t('common.cancel')}</Button>
              <Button type="submit" intent="primary" loading={busy}>
                {t('common.save')}
              </Button>
            </>
          }
        />
      </form>
    </Dialog>
  )
}
