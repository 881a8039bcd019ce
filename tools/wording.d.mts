export declare function wordingFaults(file: string, text: string): string[]
