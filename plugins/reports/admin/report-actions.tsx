import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDown, Export, Print } from '@blueprintjs/icons'
import { download, notifyFailure } from 'stoa/admin'
import { useMessages } from './messages.ts'

const FILES = [
  { format: 'xlsx', content: 'groups' },
  { format: 'csv', content: 'groups' },
  { format: 'xlsx', content: 'rows' },
  { format: 'csv', content: 'rows' },
] as const

/** Export and print. */
export function ReportActions({ report, query }: { report: string; query: Record<string, string> }) {
  const say = useMessages()
  const save = (format: string, content: string) =>
    download(`report/${report}/export`, { ...query, format, content }, `export list.${format}`).catch((error: unknown) =>
      notifyFailure(say('export_failed'), error),
    )
  return (
    <>
      <PopoverNext
        placement="bottom-end"
        content={
          <Menu>
            {FILES.map(({ format, content }) => (
              <MenuItem key={format + content} text={say(`export_${content}_${format}`)} onClick={() => void save(format, content)} />
            ))}
          </Menu>
        }
      >
        <Button icon={<Export aria-hidden />} endIcon={<CaretDown aria-hidden />}>
          {say('export')}
        </Button>
      </PopoverNext>
      <Button icon={<Print aria-hidden />} onClick={() => globalThis.print()}>
        {say('print')}
      </Button>
    </>
  )
}
