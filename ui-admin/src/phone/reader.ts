import { BarcodeDetector as Made, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

// From our own house: a shop at a fair has no other network.
prepareZXingModule({ overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasm : prefix + path) } })

/** Reads codes where the browser cannot. */
export const makeReader = () => new Made()
