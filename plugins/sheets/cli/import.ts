import { type Command, Option } from 'commander'
import { mappingCommand } from './import/mapping.ts'
import type { ImportOptions } from './import/run.ts'
import { sheetFile, type SheetFileOptions } from './import/source.ts'
import { importAll, getOne } from './whole-shop.ts'
import { sheetNames, sourceFormats } from './sheets.ts'
import { CliError, completing, getLanguage, leaf, several, wholeNumber, withKernel } from 'stoa/cli'

/** `stoa import`: imports rows of a resource from a file. A rejected row does not affect the others. */
export function command(): Command {
  return completing(
    leaf(
      'import',
      'Import rows of a resource from a spreadsheet',
      'stoa import product spring.xlsx --dry-run',
      'stoa import product spring.xlsx --column "Product title=name" --save-mapping spring-supplier',
      'stoa import product old-shop.csv --group Parent --group Code --constant warehouse=main --inherit "Option name"',
      'stoa import product old-shop.csv --column "Code=product_sku?Parent=" --column "Code=stock_sku?Kind!=parent"',
      'stoa import customer members.csv --encoding windows-1252 --dry-run',
      'stoa import --all moving',
      'cat products.csv | stoa import product - --format csv --mapping spring-supplier --json | jq .fail',
      'stoa import product big.csv --chunk 500 --errors-out rejected.xlsx',
      'stoa import --undo 17 --dry-run',
    )
      .enablePositionalOptions()
      .argument('[resource]', 'As in `stoa resource list`')
      .argument('[file]', 'xlsx, csv, json, ndjson or vcf; - for standard input')
      .option('--all <folder>', 'All sheets and uploads that `stoa export --all` wrote')
      .option('--mapping <name>', 'Mapping to use; recognised by the header when absent')
      .option(
        '--column <sheet column=field>',
        'Field of a column; repeat for a second field; nothing after = skips it; ?Other=text limits it to some lines',
        several,
      )
      .option('--constant <field=text>', 'Fixed value of a field, unless a cell has a value', several)
      .option(
        '--group <sheet column>',
        'Lines with the same text in this column are one record; a second column is used where the first is blank',
        several,
      )
      .option('--inherit <sheet column>', 'A blank cell takes the value of the line above', several)
      .option('--save-mapping <name>', 'Save the chosen columns as a mapping')
      .option('--language <code>', 'Language of text columns that name none')
      .addOption(new Option('--format <format>', 'File format; taken from the file extension when absent').choices([...sourceFormats]))
      .option('--encoding <name>', 'Encoding of a csv, such as windows-1252; guessed when absent')
      .option('--errors-out <file>', 'Write failed rows and the reasons to this file (xlsx or csv)')
      .option('--chunk <n>', 'Import any number of rows, with n records per transaction', wholeNumber)
      .option('--undo <id>', 'Take an import back: what it made goes, what it changed is as before; rows changed since stay', wholeNumber)
      .addCommand(mappingCommand())
      .action(
        async (
          resource: string | undefined,
          file: string | undefined,
          options: ImportOptions & SheetFileOptions & { all?: string; undo?: number },
        ) => {
          const { undo } = options
          if (undo !== undefined) {
            if (resource !== undefined || options.all !== undefined) throw new CliError('usage', 'Say either what to import or --undo.')
            return withKernel(options, async (kernel) => (await import('./import/undo.ts')).undoImport(kernel, undo, options))
          }
          if (options.all !== undefined) return importAll(getOne(resource, options.all), options)
          if (resource === undefined || file === undefined)
            throw new CliError('usage', 'Say which resource and which file, or --all.', { hint: 'stoa import product spring.xlsx' })
          getLanguage(options.language)
          const { errorsOut } = options
          if (errorsOut !== undefined && (errorsOut === file || !/\.(xlsx|csv)$/i.test(errorsOut))) {
            throw new CliError('usage', `--errors-out ${errorsOut} must be another file that ends in .xlsx or .csv.`)
          }
          const sheet = await sheetFile(file, options, `stoa import ${resource} ${file}`)
          await withKernel(options, async (kernel) => {
            const { runImport } = await import('./import/run.ts')
            await runImport(kernel, resource, sheet, options)
          })
        },
      ),
    sheetNames('import'),
  )
}
