import { BarcodeDetector as Made, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

// The WebAssembly file is served by us and not by a CDN, because a shop may have no internet access.
prepareZXingModule({ overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasm : prefix + path) } })

/** Detector for browsers without native support. */
export const makeReader = () => new Made()
