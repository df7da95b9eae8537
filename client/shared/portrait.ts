/** Where the small photo of somebody is fetched, from the file name that lists carry. */
export const portraitAddress = (potret: string | null) => potret && `/assets/uploads/${potret}?size=thumb`;
