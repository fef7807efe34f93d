import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import type { PastePlan } from './block.ts'
import { useMessages } from './texts.ts'

const SHOWN = 12

/** Shows which cells of a block do not fit, before anything is pasted. */
export function PasteDialog({ plan, paste, close }: { plan: PastePlan; paste: () => void; close: () => void }) {
  const say = useMessages()
  const { changed, misfits } = plan
  const why = (word: string) => (word === 'below' || word === 'beside' || word === 'fixed' ? say(word) : word)
  return (
    <Dialog isOpen onClose={close} title={say('pasteTitle')}>
      <DialogBody>
        <p>{say(changed > 0 ? 'pasteSome' : 'pasteNone', { fit: changed, not: misfits.length })}</p>
        <table className="misfits">
          <tbody>
            {misfits.slice(0, SHOWN).map((one) => (
              <tr key={`${one.row} ${one.column}`}>
                <th scope="row">{say('place', { row: one.row, column: one.column })}</th>
                <td>
                  <code>{one.text}</code>
                </td>
                <td>{why(one.why)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {misfits.length > SHOWN && <p className="quiet">{say('others', { count: misfits.length - SHOWN })}</p>}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button autoFocus onClick={close}>
              {say('cancel')}
            </Button>
            <Button intent="primary" disabled={changed === 0} onClick={paste}>
              {say('pasteRest')}
            </Button>
          </>
        }
      />
    </Dialog>
  )
}
