import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import type { PastePlan } from './block.ts'
import { useMessages } from './messages.ts'

const MAX_VISIBLE = 12

/** Shows which cells of a block do not fit, before anything is pasted. */
export function PasteDialog({ plan, paste, close }: { plan: PastePlan; paste: () => void; close: () => void }) {
  const say = useMessages()
  const { changed, problems } = plan
  const getReasonText = (word: string) => (word === 'below' || word === 'beside' || word === 'fixed' ? say(word) : word)
  return (
    <Dialog isOpen onClose={close} title={say('pasteTitle')}>
      <DialogBody>
        <p>{say(changed > 0 ? 'pasteSome' : 'pasteNone', { fit: changed, not: problems.length })}</p>
        <table className="misfits">
          <tbody>
            {problems.slice(0, MAX_VISIBLE).map((conflict) => (
              <tr key={`${conflict.row} ${conflict.column}`}>
                <th scope="row">{say('place', { row: conflict.row, column: conflict.column })}</th>
                <td>
                  <code>{conflict.text}</code>
                </td>
                <td>{getReasonText(conflict.reason)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {problems.length > MAX_VISIBLE && <p className="quiet">{say('others', { count: problems.length - MAX_VISIBLE })}</p>}
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
