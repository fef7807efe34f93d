import { Button, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import { useState, type ReactNode } from 'react'
import { useT } from '../i18n/index.ts'
import { BlockableButton } from './blockable-button.tsx'

/** A question for what cannot easily be taken back: the button works once the word was typed. */
export function TypedConfirm(props: {
  title: string
  children: ReactNode
  /** What must be typed, exactly. */
  word: string
  /** Label of the input. */
  ask: string
  /** Why it cannot be done now: stands in place of the input. */
  blockedBy?: string | undefined
  confirm: string
  onConfirm: () => void
  onCancel: () => void
}) {
  const { t } = useT()
  const [typed, setTyped] = useState('')
  const { blockedBy } = props
  const right = blockedBy === undefined && typed.trim() === props.word
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
          {blockedBy === undefined ? (
            <FormGroup label={props.ask} labelFor="typed-confirm">
              <InputGroup id="typed-confirm" autoFocus autoComplete="off" spellCheck={false} value={typed} onValueChange={setTyped} />
            </FormGroup>
          ) : (
            <p>{blockedBy}</p>
          )}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button onClick={props.onCancel}>{t('common.cancel')}</Button>
              <BlockableButton type="submit" intent="danger" blockedBy={right ? undefined : (blockedBy ?? props.ask)}>
                {props.confirm}
              </BlockableButton>
            </>
          }
        />
      </form>
    </Dialog>
  )
}
