constant:
	movq	%rdi, %rax
	movaps	_ZN7codegen9MODEL_ROWE+16(%rip), %xmm0
	movaps	%xmm0, 16(%rdi)
	movaps	_ZN7codegen9MODEL_ROWE(%rip), %xmm0
	movaps	%xmm0, (%rdi)
	retq

multiplier:
	leal	-1(%rdi), %eax
	testl	%eax, %edi
	je	.LBB1_2
	bsrl	%edi, %ecx
	notl	%ecx
	shll	%cl, %edi
	orl	$-2147483648, %edi
	movabsq	$-9223372036854775808, %rax
	xorl	%edx, %edx
	divq	%rdi
	movl	$2147483648, %ecx
	xorl	%edi, %edi
	cmpq	%rcx, %rdx
	seta	%dil
	addl	%eax, %edi
	orl	$-2147483648, %edi
	movl	%edi, %eax
	retq
.LBB1_2:
	andl	$1, %edi
	negl	%edi
	orl	$-2147483648, %edi
	movl	%edi, %eax
	retq

pack_modulus:
	cmpb	$-97, %dil
	ja	.LBB2_3
	movl	%edi, %eax
	shrb	$4, %al
	orb	$1, %al
	movzbl	%al, %eax
	movl	$-1, %r8d
	movl	%edi, %ecx
	shrl	%cl, %r8d
	cmpl	%eax, %r8d
	jb	.LBB2_3
	movzbl	%dil, %eax
	movl	$768, %ecx
	shrdq	$8, %rax, %rcx
	orq	%rsi, %rcx
	movq	%rcx, (%rdx)
	movabsq	$27487790694464, %rax
	movq	%rax, 8(%rdx)
	xorps	%xmm0, %xmm0
	movaps	%xmm0, 16(%rdx)
.LBB2_3:
	retq

padded_count:
	leal	536870912(%rdi), %eax
	cmpl	$536870913, %eax
	jae	.LBB3_2
	xorl	%eax, %eax
	retq
.LBB3_2:
	movl	%edi, %eax
	orl	$3, %eax
	cmpl	$8, %edi
	jae	.LBB3_3
	incl	%eax
	rep		bsfl	%eax, %ecx
	shrl	%cl, %eax
	shll	$4, %eax
	andl	$96, %eax
	orl	%ecx, %eax
	retq
.LBB3_3:
	bsrl	%eax, %edx
	xorl	$31, %edx
	movl	$28, %ecx
	subl	%edx, %ecx
	shrl	%cl, %eax
	addl	$-8, %eax
	cmpl	$5, %eax
	ja	.LBB3_6
	leaq	.LJTI3_0(%rip), %rsi
	movslq	(%rsi,%rax,4), %rax
	addq	%rsi, %rax
	jmpq	*%rax
.LBB3_9:
	movb	$62, %al
	subb	%dl, %al
	retq
.LBB3_10:
	movb	$125, %al
	subb	%dl, %al
	retq
.LBB3_6:
	movb	$32, %al
	subb	%dl, %al
	retq
.LBB3_7:
	orb	$-128, %cl
	movl	%ecx, %eax
	retq
.LBB3_8:
	movb	$93, %al
	subb	%dl, %al
	retq

set_address:
	movabsq	$-72057594037927873, %rax
	andq	(%rdi), %rax
	orq	%rsi, %rax
	movq	%rax, (%rdi)
	retq

static_access:
	leaq	_ZN7codegen9MODEL_ROWE(%rip), %rax
	retq

table_multiplier:
	movl	%edi, %ecx
	movl	%ecx, %eax
	shrb	$4, %al
	orb	$1, %al
	movzbl	%al, %edx
	shll	%cl, %edx
	xorl	%edi, %edi
	movl	%esi, %eax
	mull	%edx
	jo	.LBB6_3
	cmpl	$1, %eax
	adcl	$0, %eax
	leal	-1(%rax), %edx
	testl	%edx, %eax
	je	.LBB6_2
	cmpl	$17, %esi
	jb	.LBB6_6
	bsrl	%eax, %ecx
	notl	%ecx
	shll	%cl, %eax
	orl	$-2147483648, %eax
	movabsq	$-9223372036854775808, %rcx
	movq	%rax, %rsi
	movq	%rcx, %rax
	xorl	%edx, %edx
	divq	%rsi
	leal	-2147483647(%rax), %edi
	movl	$2147483649, %ecx
	cmpq	%rcx, %rdx
	cmovbl	%eax, %edi
	orl	$-2147483648, %edi
	movl	%edi, %eax
	retq
.LBB6_2:
	andl	$1, %eax
	negl	%eax
	orl	$-2147483648, %eax
	movl	%eax, %edi
.LBB6_3:
	movl	%edi, %eax
	retq
.LBB6_6:
	movl	%ecx, %eax
	shrb	$5, %al
	xorl	%edx, %edx
	cmpb	$-96, %cl
	movzbl	%al, %eax
	cmovael	%edx, %eax
	movzbl	%al, %eax
	shll	$6, %eax
	addq	_ZN15mali_instancing6lookup9generated10ROUND_DOWNE@GOTPCREL(%rip), %rax
	movl	%esi, %ecx
	movl	-4(%rax,%rcx,4), %edi
	orl	$-2147483648, %edi
	movl	%edi, %eax
	retq

table_padded_count:
	testl	%edi, %edi
	je	.LBB7_3
	cmpl	$256, %edi
	jae	.LBB7_4
	movl	%edi, %eax
	movq	_ZN15mali_instancing6lookup9generated13PADDED_COUNTSE@GOTPCREL(%rip), %rcx
	movzbl	(%rcx,%rax), %eax
	retq
.LBB7_4:
	cmpl	$-536870913, %edi
	jbe	.LBB7_6
.LBB7_3:
	xorl	%eax, %eax
	retq
.LBB7_6:
	orl	$3, %edi
	bsrl	%edi, %edx
	xorl	$31, %edx
	movl	$28, %eax
	subl	%edx, %eax
	movl	%eax, %ecx
	shrl	%cl, %edi
	addl	$-8, %edi
	cmpl	$5, %edi
	ja	.LBB7_10
	leaq	.LJTI7_0(%rip), %rcx
	movslq	(%rcx,%rdi,4), %rsi
	addq	%rcx, %rsi
	jmpq	*%rsi
.LBB7_8:
	movl	$62, %eax
	subl	%edx, %eax
	retq
.LBB7_9:
	movl	$125, %eax
	subl	%edx, %eax
	retq
.LBB7_10:
	movl	$32, %eax
	subl	%edx, %eax
	retq
.LBB7_11:
	orl	$128, %eax
	retq
.LBB7_12:
	movl	$93, %eax
	subl	%edx, %eax
	retq

with_address:
	movq	%rdi, %rax
	movabsq	$2810246167479189508, %rcx
	orq	%rsi, %rcx
	movq	%rcx, (%rdi)
	movabsq	$12884901888, %rcx
	movq	%rcx, 24(%rdi)
	movups	_ZN7codegen9MODEL_ROWE+8(%rip), %xmm0
	movups	%xmm0, 8(%rdi)
	retq
