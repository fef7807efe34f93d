import { Button, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import { useState, type ReactNode } from 'react'
import { useT } from '../i18n/index.ts'
import { BlockableButton } from './blockable-button.tsx'

/** Confirmation that requires typing a word, for actions that are hard to undo. */
export function TypedConfirm(props: {
  title: string
  children: ReactNode
  /** The word to type, exactly. */
  word: string
  /** Label of the input. */
  ask: string
  /** Reason why the action is not possible; replaces the input. */
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
