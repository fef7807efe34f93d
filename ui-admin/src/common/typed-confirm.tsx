import { Button, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import { useState, type ReactNode } from 'react'
import { useT } from '../i18n/index.ts'

/** A question for what cannot easily be taken back: the button works once the word was typed. */
export function TypedConfirm(props: {
  title: string
  children: ReactNode
  /** What must be typed, exactly. */
  word: string
  /** Label of the input. */
  ask: string
  confirm: string
  onConfirm: () => void
  onCancel: () => void
}) {
  const { t } = useT()
  const [typed, setTyped] = useState('')
  const right = typed.trim() === props.word
  return (
    <Dialog isOpen onClose={props.onCancel} title={props.title} canOutsideClickClose={false}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (right) props.onConfirm()
        }}
      >
        <DialogBody>
          {props.children}
          <FormGroup label={props.ask} labelFor="typed-confirm">
            <InputGroup id="typed-confirm" autoFocus autoComplete="off" spellCheck={false} value={typed} onValueChange={setTyped} />
          </FormGroup>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button onClick={props.onCancel}>{t('common.cancel')}</Button>
              <Button type="submit" intent="danger" disabled={!right}>
                {props.confirm}
              </Button>
            </>
          }
        />
      </form>
    </Dialog>
  )
}
