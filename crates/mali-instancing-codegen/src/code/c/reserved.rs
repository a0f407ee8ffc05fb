//! The names that C and C++ reserve.

/// The lower-case keywords of every edition of C and C++. Descriptors' names are upper-case, so that they would
/// compile, but platforms' headers define such names: `INT`, `BOOL`, `TRUE`.
const KEYWORDS: &str = "\
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t \
    char8_t class co_await co_return co_yield compl concept const const_cast consteval constexpr \
    constinit continue contract_assert decltype default delete do double dynamic_cast else enum \
    explicit export extern false float for friend goto if inline int long mutable namespace new \
    noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast \
    requires restrict return short signed sizeof static static_assert static_cast struct switch \
    template this thread_local throw true try typedef typeid typename typeof typeof_unqual union \
    unsigned using virtual void volatile wchar_t while xor xor_eq";

/// The names that `<errno.h>` defines by the standards of C++ and POSIX. C reserves every name that begins with E and
/// a capital, which would be half of the names with E.
const ERRORS: &str = "\
    E2BIG EACCES EADDRINUSE EADDRNOTAVAIL EAFNOSUPPORT EAGAIN EALREADY EBADF EBADMSG EBUSY ECANCELED \
    ECHILD ECONNABORTED ECONNREFUSED ECONNRESET EDEADLK EDESTADDRREQ EDOM EDQUOT EEXIST EFAULT EFBIG \
    EHOSTUNREACH EIDRM EILSEQ EINPROGRESS EINTR EINVAL EIO EISCONN EISDIR ELOOP EMFILE EMLINK \
    EMSGSIZE EMULTIHOP ENAMETOOLONG ENETDOWN ENETRESET ENETUNREACH ENFILE ENOBUFS ENODATA ENODEV ENOENT \
    ENOEXEC ENOLCK ENOLINK ENOMEM ENOMSG ENOPROTOOPT ENOSPC ENOSR ENOSTR ENOSYS ENOTCONN ENOTDIR \
    ENOTEMPTY ENOTRECOVERABLE ENOTSOCK ENOTSUP ENOTTY ENXIO EOPNOTSUPP EOVERFLOW EOWNERDEAD EPERM \
    EPIPE EPROTO EPROTONOSUPPORT EPROTOTYPE ERANGE EROFS ESPIPE ESRCH ESTALE ETIME ETIMEDOUT ETXTBSY \
    EWOULDBLOCK EXDEV";

/// The other upper-case macros of the standard headers, and the type `FILE`.
const MACROS: &str = "\
    BOOL_MAX BOOL_WIDTH BUFSIZ CHAR_BIT CHAR_MAX CHAR_MIN CHAR_WIDTH CLOCKS_PER_SEC CR_DECIMAL_DIG \
    DECIMAL_DIG EOF EXIT_FAILURE EXIT_SUCCESS FILE FILENAME_MAX FOPEN_MAX HUGE_VAL HUGE_VALF \
    HUGE_VALL I INFINITY LLONG_MAX LLONG_MIN LLONG_WIDTH LONG_MAX LONG_MIN LONG_WIDTH MATH_ERREXCEPT \
    MATH_ERRNO MB_CUR_MAX MB_LEN_MAX NAN NDEBUG NULL ONCE_FLAG_INIT RAND_MAX SCHAR_MAX SCHAR_MIN \
    SCHAR_WIDTH SEEK_CUR SEEK_END SEEK_SET SHRT_MAX SHRT_MIN SHRT_WIDTH SIGABRT SIGALRM SIGBUS SIGCHLD \
    SIGCONT SIGFPE SIGHUP SIGILL SIGINT SIGKILL SIGPIPE SIGQUIT SIGSEGV SIGSTOP SIGTERM SIGTRAP \
    SIGTSTP SIGTTIN SIGTTOU SIGUSR1 SIGUSR2 SIG_DFL SIG_ERR SIG_IGN SNAN SNANF SNANL TIME_ACTIVE TIME_MONOTONIC \
    TIME_THREAD_ACTIVE TIME_UTC TMP_MAX TSS_DTOR_ITERATIONS UCHAR_MAX UCHAR_WIDTH ULLONG_MAX \
    ULLONG_WIDTH ULONG_MAX ULONG_WIDTH USHRT_MAX USHRT_WIDTH WEOF";

/// The prefixes of names that are reserved for further macros of the standard headers.
const MACRO_PREFIXES: [&str; 12] = [
    "ATOMIC_", "DBL_", "DEC128_", "DEC32_", "DEC64_", "FE_", "FLT_", "FP_", "LC_", "LDBL_", "PRIB",
    "PRIX",
];

/// The reason why an upper-case name is not available in C and C++; `None` if it is.
#[must_use]
pub fn reserved(name: &str) -> Option<String> {
    let begins = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    let ends = |suffixes: &[&str]| suffixes.iter().any(|suffix| name.ends_with(suffix));
    let is_among = |words: &str, name: &str| words.split(' ').any(|word| word == name);
    let lower_case = name.to_ascii_lowercase();
    let reason = if begins(&["_"]) {
        "C and C++ reserve names that begin with _ for the compiler and its library"
    } else if name.contains("__") {
        "C++ reserves names with __ for the compiler and its library"
    } else if begins(&["INT", "UINT"]) && ends(&["_MIN", "_MAX", "_WIDTH", "_C"])
        || begins(&["PTRDIFF_", "SIG_ATOMIC_", "SIZE_", "WCHAR_", "WINT_"])
            && ends(&["_MIN", "_MAX", "_WIDTH"])
    {
        "<stdint.h> reserves such names for its macros"
    } else if is_among(ERRORS, name) {
        "<errno.h> has a macro of that name"
    } else if is_among(MACROS, name) {
        "C's standard headers have a macro or a type of that name"
    } else if begins(&MACRO_PREFIXES) {
        "C's standard headers reserve such names for their macros"
    } else if is_among(KEYWORDS, &lower_case) {
        return Some(format!("`{lower_case}` is a keyword of C or C++"));
    } else {
        return None;
    };
    Some(reason.to_owned())
}
