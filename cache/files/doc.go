// Package files has the three things that are easy to get wrong with files: to
// write one so that it is there whole or not at all, to keep others out while one
// works on it, and not to change what belongs to somebody else.
//
// [Create] and [Own] write under another name first; [Pending.Commit] brings the
// content to the disk, renames it, and brings the new name to the disk, too.
// Without the last step a power cut may bring the old file back. Whatever goes
// wrong before, the file at the path is the one that was there.
//
// [Lock] takes a file or a directory for one process; the lock ends with the
// process, however it ends.
//
// [NoLinks] finds the symbolic links that would lead out of a directory.
package files
