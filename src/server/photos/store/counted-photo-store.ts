import { PhotoNotFoundError, type PhotoStore } from "./photo-store.ts";

/** The same store; `onError` gets the name of each failed operation, missing photos excepted. */
export function countedPhotoStore(store: PhotoStore, onError: (operation: string) => void): PhotoStore {
  const watch = async <T>(operation: string, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof PhotoNotFoundError)) onError(operation);
      throw error;
    }
  };
  return {
    beginWrite: async (key) => {
      const writer = await watch("write", store.beginWrite(key));
      return {
        bytes: writer.bytes,
        localPath: writer.localPath,
        commit: (as) => watch("commit", writer.commit(as)),
        abort: () => writer.abort(),
      };
    },
    openRead: (key, range) => watch("read", store.openRead(key, range)),
    withLocalFile: (key, use) => store.withLocalFile(key, use),
    delete: (key) => watch("delete", store.delete(key)),
    exists: (key) => watch("exists", store.exists(key)),
    list: (prefix) => store.list(prefix),
    directAddress: store.directAddress,
    removeAbandoned: () => store.removeAbandoned(),
  };
}
