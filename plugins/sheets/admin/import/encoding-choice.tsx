import { HTMLSelect } from '@blueprintjs/core'
import { useMessages } from '../messages.ts'

/** Encodings of a CSV file, with the names that spreadsheet programs use. */
const encodings: Readonly<Record<string, string>> = {
  utf8: 'UTF-8',
  'windows-1252': 'Windows-1252 (Western European)',
  'windows-1250': 'Windows-1250 (Central European)',
  big5hkscs: 'Big5 (繁體中文)',
  gb18030: 'GB18030 (简体中文)',
  utf16le: 'UTF-16',
}

/** The encoding a CSV file is read in. Another choice reads the file again. */
export function EncodingChoice({ encoding, isBusy, choose }: { encoding: string; isBusy: boolean; choose: (encoding: string) => void }) {
  const say = useMessages()
  const choices = encoding in encodings ? encodings : { ...encodings, [encoding]: encoding }
  return (
    <label className="mapping-bar">
      {say('encoding')}{' '}
      <HTMLSelect
        value={encoding}
        disabled={isBusy}
        onChange={(event) => choose(event.target.value)}
        options={Object.entries(choices).map(([value, label]) => ({ value, label }))}
      />
    </label>
  )
}
